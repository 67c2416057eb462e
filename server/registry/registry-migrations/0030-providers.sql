-- Providers of models, which serve every workspace. Their keys are not here: provider-keys.json of the data folder holds them.
CREATE TABLE provider (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  base_url TEXT NOT NULL,
  models TEXT NOT NULL,
  concurrency INTEGER NOT NULL,
  requests_per_minute INTEGER,
  -- The owner's; null where the bundled one counts.
  price TEXT,
  is_default INTEGER NOT NULL,
  -- The environment variable that holds the key.
  key_env TEXT,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What a probe has found out about a model.
CREATE TABLE provider_model (
  provider_id TEXT NOT NULL REFERENCES provider (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  structured_output TEXT NOT NULL,
  probed_at INTEGER NOT NULL,
  PRIMARY KEY (provider_id, model)
) WITHOUT ROWID;
