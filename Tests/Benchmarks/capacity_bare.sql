-- The twelve tables as the plan has them: the columns of the app, a user, keys and policies.
-- No stamps, no numbers of arrival; a tombstone in five of them, a time of change in three.
create table study_collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  description text not null default '',
  color text not null default '#bfa050',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on study_collections (user_id, updated_at);

create table user_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  verse_ref text not null,
  note_text text not null,
  tags_json jsonb not null default '[]',
  collection_id uuid references study_collections (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on user_notes (user_id, updated_at);

create table note_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  from_note_id uuid not null references user_notes (id) on delete cascade,
  to_note_id uuid not null references user_notes (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (from_note_id, to_note_id)
);
create index on note_links (user_id);

create table bookmarks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  verse_ref text not null,
  label text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index on bookmarks (user_id);

create table highlight_collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  color text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null default now()
);
create index on highlight_collections (user_id);

create table verse_highlights (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  verse_ref text not null,
  color text not null,
  collection_id uuid references highlight_collections (id) on delete set null,
  note text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (user_id, verse_ref)
);

create table bookmarked_topics (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  topic_id text not null,
  topic_type text not null default 'official',
  cached_title text,
  cached_summary text,
  bookmarked_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (user_id, topic_id, topic_type)
);

create table user_preferences (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null,
  value text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);

create table reading_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  book_id text not null,
  chapter_num integer not null,
  completed_at timestamptz,
  primary key (user_id, book_id, chapter_num)
);

create table study_depth (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  chapter_id text not null,
  section_id text not null,
  panel_type text not null,
  first_opened_at timestamptz not null default now(),
  unique (user_id, section_id, panel_type)
);

create table reading_streaks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  date date not null,
  chapters_read integer not null default 0,
  books_touched text,
  unique (user_id, date)
);

create table plan_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  plan_id text not null,
  day_num integer not null,
  completed_at timestamptz,
  primary key (user_id, plan_id, day_num)
);
