-- The prompts by which values of an attribute were proposed, each once. A proposal names its prompt, so that
-- every version is known by how much of it was accepted.
CREATE TABLE prompt_version (
  id INTEGER PRIMARY KEY,
  attribute INTEGER NOT NULL REFERENCES attribute (id) ON DELETE CASCADE,
  prompt TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (attribute, prompt)
);
ALTER TABLE proposal ADD COLUMN prompt INTEGER;
CREATE INDEX proposal_prompt ON proposal (prompt, status) WHERE prompt IS NOT NULL;
