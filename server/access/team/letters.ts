import type { Role } from '#shared/team.ts'
import type { Team } from './team.ts'

/** A link, shown once, and whether it was sent too. */
export interface SentLink {
  readonly link: string
  readonly mailed: boolean
}

export interface Invited {
  readonly email: string
  readonly role: Role
  readonly workspace: string
  /** Who invited, where it was somebody and not the command line. */
  readonly by: string | undefined
}

/** The link of an invitation, sent where mail is set. */
export async function sendInvitation(
  team: Team,
  token: string,
  { email, role, workspace, by }: Invited,
): Promise<SentLink> {
  const link = team.links.to('member', token)
  const text = `${by ?? 'The administrator of the server'} invites you to work in the catalog "${workspace}" as ${role}.

Open this link to join. It works once, and for seven days:
${link}

If you did not expect this, leave it: nothing happens without the link.
`
  return { link, mailed: await send(team, { to: email, subject: `Join the catalog "${workspace}"`, text }) }
}

/** The link for a new password, sent where mail is set. */
export async function sendNewPassword(team: Team, token: string, email: string): Promise<SentLink> {
  const link = team.links.to('reset', token)
  const text = `An administrator of the catalog server has made a link by which you set a new password. Until then the old one works.

The link works once, and for a day:
${link}
`
  return {
    link,
    mailed: await send(team, { to: email, subject: 'Set a new password for the catalog', text }),
  }
}

/** The link that somebody has asked for who has forgotten their password. */
export async function sendForgottenPassword(team: Team, token: string, email: string): Promise<void> {
  const text = `Somebody, probably you, has forgotten the password of your account in the catalog. This link sets a new one; until then the old one works.

The link works once, and for an hour:
${team.links.to('reset', token)}

If it was not you, leave it: nothing happens without the link.
`
  await send(team, { to: email, subject: 'Set a new password for the catalog', text })
}

async function send(team: Team, mail: { to: string; subject: string; text: string }): Promise<boolean> {
  return (await team.mailer?.send(mail)) ?? false
}
