import { hash, randomBytes } from 'node:crypto'

/** A secret that nobody guesses, for cookies and links. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret; of so many random bits a plain hash cannot be turned back. */
export function digest(secret: string): string {
  return hash('sha256', secret)
}
