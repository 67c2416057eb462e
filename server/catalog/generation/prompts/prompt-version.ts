/** Grows with every change of what these files say to a model; it is part of the digest, so that values made by older words are stale. */
export const promptVersion = 1
