-- The mails follow the date of the release; `mail_at` only holds them until then.
alter table release_announcements add column with_release boolean not null default false;

update release_announcements n set with_release = true, mail_at = least(n.mail_at, now())
from releases r where r.id = n.release_id and n.mail_at = r.available_at;

-- A name that a label brought: it stands on its releases, and is no filter until an operator accepts it.
alter table genres add column proposed boolean not null default false;
alter table moods add column proposed boolean not null default false;
alter table instruments add column proposed boolean not null default false;
