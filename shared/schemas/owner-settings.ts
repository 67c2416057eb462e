import { Type, type Static } from 'typebox'

/** What the owner decides for the whole program. */
export const OwnerSettings = Type.Object({
  /** Sources may be fetched from this computer and its network. */
  allow_private_sources: Type.Boolean(),
  /** Hours between backups of a workspace that has changed; 0 for none. */
  backup_every_hours: Type.Integer({ minimum: 0, maximum: 720 }),
  /** How many of the newest backups are kept, and beside them one a day and one a week for so many days and weeks. */
  backup_keep_last: Type.Integer({ minimum: 1, maximum: 1000 }),
  backup_keep_days: Type.Integer({ minimum: 0, maximum: 366 }),
  backup_keep_weeks: Type.Integer({ minimum: 0, maximum: 520 }),
})
export type OwnerSettings = Static<typeof OwnerSettings>

/** The settings to change; those that are not named stay. */
export const OwnerSettingsPatch = Type.Partial(OwnerSettings, { additionalProperties: false })
export type OwnerSettingsPatch = Static<typeof OwnerSettingsPatch>
