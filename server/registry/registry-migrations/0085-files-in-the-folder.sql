-- Files below the data folder are named by their way from it. The server does that with its next start, as it knows where the folder is;
-- programs of before would not find them.
INSERT INTO setting (key, value) VALUES ('workspace_files', 'whole') ON CONFLICT (key) DO UPDATE SET value = excluded.value;
