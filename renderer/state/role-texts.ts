import type { Role } from '#shared/team.ts'
import { byLanguage, t } from '../ui/text.ts'

interface RoleText {
  readonly name: string
  /** What they may do, as a sentence that follows a colon. */
  readonly hint: string
}

/** What the app calls each role, and what it is for. */
export const roleTexts = byLanguage((): Readonly<Record<Role, RoleText>> => ({
  owner: { name: t('Owner'), hint: t('may do everything here, people, trash and backups included.') },
  manager: {
    name: t('Manager'),
    hint: t('changes attributes, classes, channels and imports, and makes keys of their own.'),
  },
  editor: { name: t('Editor'), hint: t('changes values, imports and exports.') },
  contributor: { name: t('Contributor'), hint: t('proposes values; an editor decides about them.') },
  viewer: { name: t('Viewer'), hint: t('views, searches and exports.') },
}))
