-- The person of a team who queued a job, or whose key or agent did; null on a desktop. Persons take turns, the waiting jobs of each are
-- bounded, and their jobs end when they may do them no more.
ALTER TABLE job ADD COLUMN person TEXT;
CREATE INDEX job_by_person ON job (person, started_at) WHERE person IS NOT NULL;
