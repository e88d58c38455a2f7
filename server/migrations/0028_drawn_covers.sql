-- Tells covers that were delivered from drawn initials, which do not stand for an artist.
alter table releases add column cover_drawn boolean not null default false;
