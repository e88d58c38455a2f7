-- What labels, packages and vocabulary were called before they were renamed or merged: a delivery may use such a name.
create table former_names (
  kind text not null check (kind in ('labels', 'packages', 'genres', 'moods', 'instruments', 'markets')),
  -- Folded by `fold_name`; of a market its id.
  name text not null,
  -- The internal id of what is called otherwise now.
  id text not null,
  primary key (kind, name)
);
create index former_names_id on former_names (kind, id);
