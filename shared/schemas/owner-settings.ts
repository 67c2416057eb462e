import { Type, type Static } from 'typebox'

/** What the owner decides about spending in one workspace, which the header `Vitrine-Workspace` names. */
export const SpendingSettings = Type.Object({
  /** API keys may start runs that cost something. */
  keys_may_spend: Type.Boolean(),
  /** What attributes that generate by themselves may cost a day, in dollars; with 0 they ask providers that cost nothing. */
  daily_budget: Type.Number({ minimum: 0, maximum: 100_000 }),
})
export type SpendingSettings = Static<typeof SpendingSettings>

/** What the owner decides of one workspace: what may be spent, and what keys may do beyond their scopes. */
export const WorkspaceSettings = Type.Object({
  ...SpendingSettings.properties,
  /** API keys and agents may merge entities, with the scopes to write and delete them. */
  keys_may_merge: Type.Boolean(),
})
export type WorkspaceSettings = Static<typeof WorkspaceSettings>

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

/** The settings of the program, with those of a workspace where one is named. */
export const AllSettings = Type.Object({
  ...OwnerSettings.properties,
  ...Type.Partial(WorkspaceSettings).properties,
})
export type AllSettings = Static<typeof AllSettings>

/** The settings to change; those that are not named stay. */
export const OwnerSettingsPatch = Type.Partial(AllSettings, { additionalProperties: false })
export type OwnerSettingsPatch = Static<typeof OwnerSettingsPatch>
