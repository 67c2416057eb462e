import { homedir } from 'node:os'

/** What must not leave this computer with a log, and what stands for it. Keys, sessions, tickets; names of people's folders. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/vtr_(live|test)_[A-Za-z0-9]+/g, 'vtr_$1_[redacted]'],
  [/(bearer\s+)[^\s"',;\\]+/gi, '$1[redacted]'],
  [
    /((?:ticket|token|secret|password|api_?key|access_token|refresh_token)["']?\s*[=:]\s*["']?)[^\s"'&,;}\\]+/gi,
    '$1[redacted]',
  ],
  // Elsewhere these two are what a log is read for: the code of an error or status, the key of an attribute.
  [/([?&](?:code|key)=)[^\s"'&\\]+/gi, '$1[redacted]'],
  [/(\w:\/\/)[^\s"'/@\\]+@/g, '$1[redacted]@'],
  [/((?:set-)?cookie["']?\s*:\s*["']?)[^"'\n]+/gi, '$1[redacted]'],
  [/[A-Za-z0-9_-]{43,}/g, '[redacted]'],
]

/** A text of the log made safe to send to somebody: without credentials, and with `~` for the home folder. */
export function redactSecrets(text: string, home = homedir()): string {
  const redacted = secrets.reduce((safe, [pattern, by]) => safe.replaceAll(pattern, by), text)
  return home.length > 1 ? redacted.replaceAll(homePattern(home), '~') : redacted
}

/** The folder and nothing that only begins like it; the lines of a log are JSON, which doubles backslashes. */
function homePattern(home: string): RegExp {
  const spellings = [home.replaceAll('\\', '\\\\'), home].map((spelling) =>
    spelling.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  return new RegExp(`(?:${spellings.join('|')})(?![\\w.-])`, 'g')
}
