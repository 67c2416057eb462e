import { homedir } from 'node:os'

/** What must not leave this computer with a log, and what stands for it. Keys, sessions, tickets; names of people's folders. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/vtr_(live|test)_[A-Za-z0-9]+/g, 'vtr_$1_[redacted]'],
  [/(bearer\s+)[^\s"',;\\]+/gi, '$1[redacted]'],
  [
    /((?:ticket|token|secret|password|api_key|access_token|refresh_token|code)["']?\s*[=:]\s*["']?)[^\s"'&,;}\\]+/gi,
    '$1[redacted]',
  ],
  [/((?:set-)?cookie["']?\s*:\s*["']?)[^"'\n]+/gi, '$1[redacted]'],
  [/[A-Za-z0-9_-]{43,}/g, '[redacted]'],
]

/** A text of the log made safe to send to somebody: without credentials, and with `~` for the home folder. */
export function redactSecrets(text: string, home = homedir()): string {
  const redacted = secrets.reduce((safe, [pattern, by]) => safe.replaceAll(pattern, by), text)
  return home.length > 1 ? redacted.replaceAll(home, '~') : redacted
}
