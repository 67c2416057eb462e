import { randomInt } from 'node:crypto'
import { CatalogError, validationFailed } from '../../catalog/errors.ts'
import type { PersonRow } from '../../registry/people-operations.ts'
import { digest } from './passwords.ts'
import type { Team } from './team.ts'
import { message } from '#shared/messages/message.ts'

const periodSeconds = 30
const recoveryCount = 10
/** Without letters and digits that are read as others. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export interface NewCodes {
  readonly secret: string
  readonly uri: string
  readonly picture: string
}

export async function prepareCodes({ email }: PersonRow, server: string): Promise<NewCodes> {
  const [{ Secret, TOTP }, { default: qrcode }] = await Promise.all([import('otpauth'), import('qrcode')])
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ issuer: 'Vitrine', label: `${email} (${server})`, secret }).toString()
  const picture = await qrcode.toString(uri, { type: 'svg', margin: 2 })
  return { secret: secret.base32, uri, picture }
}

/** Turns codes on after the person's app has shown one; returns the recovery codes, only here. */
export async function turnCodesOn(
  team: Team,
  person: PersonRow,
  asked: { secret: string; code: string },
): Promise<string[]> {
  if (!/^[A-Z2-7]{32}$/.test(asked.secret))
    throw validationFailed([
      {
        field: 'secret',
        issue: 'invalid_value',
        message: 'Begin again: this is not a secret that was made here.',
      },
    ])
  const period = await periodOf(asked.secret, asked.code, team.now())
  if (period === undefined)
    throw validationFailed([
      {
        field: 'code',
        issue: 'invalid_value',
        ...message('account.code_not_current'),
      },
    ])
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map((code) => digest(plain(code)))
  const codeSecret = team.codeSecrets.seal(person.id, asked.secret)
  await team.people.change(person.id, { codeSecret, codePeriod: period, recoveryCodes })
  team.audit.record({ action: 'codes_turned_on', by: person })
  return codes
}

export async function turnCodesOff(team: Team, person: PersonRow): Promise<void> {
  await team.people.change(person.id, { codeSecret: null, codePeriod: null, recoveryCodes: [] })
  team.audit.record({ action: 'codes_turned_off', by: person })
}

/** Replaces the recovery codes; they are shown only here. */
export async function renewRecoveryCodes(team: Team, person: PersonRow): Promise<string[]> {
  if (person.codeSecret === null)
    throw new CatalogError('conflict', 'This account asks for no codes. Turn them on first.')
  const codes = newRecoveryCodes()
  await team.people.change(person.id, { recoveryCodes: codes.map((code) => digest(plain(code))) })
  team.audit.record({ action: 'recovery_codes_renewed', by: person })
  return codes
}

/** Whether a code opens the account: a present one-time code or a recovery code; each works once. */
export async function takeCode(team: Team, person: PersonRow, code: string | undefined): Promise<boolean> {
  if (person.codeSecret === null) return true
  if (code === undefined) return false
  const period = await periodOf(team.codeSecrets.open(person), code, team.now())
  const { codePeriod = null, recoveryCodes = [] } = team.people.get(person.id) ?? {}
  if (period !== undefined) {
    if (codePeriod !== null && period <= codePeriod) return false
    await team.people.change(person.id, { codePeriod: period })
    return true
  }
  const hash = digest(plain(code))
  if (!recoveryCodes.includes(hash)) return false
  await team.people.change(person.id, { recoveryCodes: recoveryCodes.filter((other) => other !== hash) })
  team.audit.record({ action: 'recovery_code_used', by: person })
  return true
}

/** The period of a code: this one, the one before or the next, for clocks that differ. */
async function periodOf(secret: string | undefined, code: string, now: number): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (secret === undefined || !/^\d{6}$/.test(token)) return undefined
  const { Secret, TOTP } = await import('otpauth')
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds })
  const delta = totp.validate({ token, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta
}

/** Each has 79 random bits, so that a plain hash cannot be reversed. */
function newRecoveryCodes(): string[] {
  const letter = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)] ?? ''
  const group = () => Array.from({ length: 4 }, letter).join('')
  return Array.from({ length: recoveryCount }, () => [group(), group(), group(), group()].join('-'))
}

function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}
