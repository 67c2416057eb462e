import { type MailSettings, mailSettingsOf } from '../access/team/mailer.ts'
import { checkIssuer } from '../access/team/sign-in-provider.ts'
import type { TeamOptions } from '../index.ts'
import { type OptionValues, textOption, UsageError } from './command.ts'

export const signInOptions = {
  'oidc-issuer': {
    type: 'string',
    help: 'The provider of OpenID Connect that people may sign in with, such as https://login.example',
  },
  'oidc-client-id': {
    type: 'string',
    help: 'What it calls this server; the secret comes by VITRINE_OIDC_CLIENT_SECRET',
  },
} as const

/** How people of a team sign in beside their password, and by what mail is sent. Throws UsageError. */
export function readSignInOptions(options: OptionValues): Pick<TeamOptions, 'oidc' | 'mail'> {
  const [issuer, clientId] = [textOption(options, 'oidc-issuer'), textOption(options, 'oidc-client-id')]
  if ((issuer === undefined) !== (clientId === undefined))
    throw new UsageError('--oidc-issuer and --oidc-client-id belong together.')
  const mail = readMailSettings()
  if (issuer === undefined || clientId === undefined) return { ...(mail && { mail }) }
  if (options['team'] !== true) throw new UsageError('--oidc-issuer is for a team: say --team too.')
  inUsage(() => checkIssuer(issuer))
  const clientSecret = process.env['VITRINE_OIDC_CLIENT_SECRET']
  return { ...(mail && { mail }), oidc: { issuer, clientId, clientSecret } }
}

/** By what mail is sent, as the environment says. Throws UsageError where that is no address. */
export function readMailSettings(): MailSettings | undefined {
  return inUsage(() => mailSettingsOf(process.env))
}

function inUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
