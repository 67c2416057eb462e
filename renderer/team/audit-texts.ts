import type { AuditAction } from '#shared/schemas/team.ts'
import { byLanguage, t } from '../ui/text.ts'

/** What an entry of the audit list is about, without whom or what it was done to. */
export function describeActionAlone(action: AuditAction): string {
  return { ...accountTexts(), ...catalogTexts() }[action]
}

type CatalogAction = keyof ReturnType<typeof catalogTexts>

/** Of accounts and roles. */
const accountTexts = byLanguage((): Readonly<Record<Exclude<AuditAction, CatalogAction>, string>> => ({
  account_created: t('Account created'),
  signed_in: t('Signed in'),
  sign_in_failed: t('Sign-in failed'),
  sign_in_locked: t('Sign-in locked for a quarter of an hour'),
  signed_out: t('Signed out'),
  session_ended: t('Session ended'),
  password_changed: t('Password changed'),
  password_reset_asked: t('Link for a new password created'),
  codes_turned_on: t('One-time codes turned on'),
  codes_turned_off: t('One-time codes turned off'),
  recovery_code_used: t('Recovery code used'),
  recovery_codes_renewed: t('New recovery codes created'),
  identity_linked: t('Account of another provider linked'),
  invited: t('Invited'),
  invitation_withdrawn: t('Invitation withdrawn'),
  joined: t('Joined'),
  role_changed: t('Role changed'),
  removed: t('Removed from the workspace'),
  disabled: t('Account disabled'),
  enabled: t('Account enabled'),
  administrator_named: t('Administrator rights given'),
  administrator_ended: t('Administrator rights removed'),
  renamed: t('Renamed'),
  codes_reset: t('One-time codes reset'),
  email_changed: t('E-mail changed'),
  person_deleted: t('Account deleted'),
  password_forgotten: t('Link for a forgotten password mailed'),
}))

/** Of credentials, and of what leaves the catalog or changes it as a whole. */
const catalogTexts = byLanguage(() => ({
  copy_taken: t('Copy taken home'),
  key_created: t('API key created'),
  key_revoked: t('API key revoked'),
  grant_made: t('Agent given access'),
  grant_revoked: t('Access of an agent ended'),
  provider_added: t('AI provider added'),
  provider_changed: t('AI provider changed'),
  provider_deleted: t('AI provider deleted'),
  settings_changed: t('Settings changed'),
  backup_restored: t('Backup restored'),
  backup_deleted: t('Backup deleted'),
  workspace_created: t('Workspace created'),
  workspace_opened: t('Workspace opened from a file'),
  workspace_moved: t('Workspace moved'),
  workspace_saved: t('Workspace saved to a file'),
  package_opened: t('Package opened'),
  package_saved: t('Package saved'),
  export_made: t('Export started'),
  export_downloaded: t('Export downloaded'),
  log_downloaded: t('Log of the server downloaded'),
  editable_by_changed: t('Who may edit an attribute changed'),
  trash_emptied: t('Trash emptied'),
  folder_watched: t('Watched folder added'),
  watched_folder_changed: t('Watched folder changed'),
  folder_unwatched: t('Watched folder removed'),
  automation_created: t('Automation created'),
  automation_changed: t('Automation changed'),
  automation_deleted: t('Automation deleted'),
}))
