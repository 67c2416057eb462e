-- Whose key or grant it is, on a server of a team; null on a desktop, where all are the owner's.
ALTER TABLE api_key ADD COLUMN person_id TEXT;
ALTER TABLE oauth_grant ADD COLUMN person_id TEXT;
