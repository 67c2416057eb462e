import { Type, type Static } from 'typebox'
import { feedDirections, feedOutcomes } from '../feeds.ts'
import { Uuid } from './entities.ts'
import { NewExport } from './jobs.ts'
import { nullable } from './paging.ts'
import { WaitingFile } from './watched-folders.ts'

const strict = { additionalProperties: false }
const Text = Type.String({ maxLength: 1000 })
const DateTime = Type.String({ format: 'date-time' })

/** From which share in per cent on a run waits for a person; counts below 20 never do. */
export const Shield = Type.Object({
  max_changed: Type.Number(),
  max_created: Type.Number(),
  max_missing: Type.Number(),
  max_cleared: Type.Number(),
})
export type Shield = Static<typeof Shield>

const Trigger = Type.Union([
  Type.Object({ on: Type.Literal('schedule'), cron: Type.String(), time_zone: Type.String() }),
  Type.Object({ on: Type.Enum(['file', 'manual']) }),
])
export type FeedTrigger = Static<typeof Trigger>

const Missing = Type.Union([
  Type.Enum(['leave', 'trash']),
  Type.Object({ set: Type.Record(Type.String(), Type.Unknown()) }),
])
export type MissingRows = Static<typeof Missing>

/** A file that is taken in or given out by itself (automation.md §2). */
export const Feed = Type.Object({
  id: Uuid,
  name: Type.String(),
  direction: Type.Enum([...feedDirections]),
  connection: Uuid,
  file: Type.String({ description: 'Relative to the connection: a name, or a pattern of * and ?.' }),
  profile: Uuid,
  trigger: Trigger,
  /** Null where no run waits, the first neither. */
  shield: Type.Optional(nullable(Shield)),
  missing: Type.Optional(Missing),
  waiting: Type.Optional(
    Type.Array(WaitingFile, {
      description: 'Files of a watched folder that stay there until the profile says how they are read.',
    }),
  ),
  on_change_only: Type.Optional(Type.Boolean()),
  with_report: Type.Optional(Type.Boolean()),
  is_on: Type.Boolean(),
  off_reason: nullable(Type.String({ description: 'Why it does not run, beside being turned off.' })),
  skipped_busy: Type.Integer({ description: 'Times that came while a run was not finished.' }),
  last_run: nullable(Type.Object({ job_id: Uuid, at: DateTime, outcome: Type.Enum([...feedOutcomes]) })),
  next_run: nullable(DateTime),
  next_runs: Type.Optional(Type.Array(DateTime, { description: 'The next three times of a schedule.' })),
})
export type Feed = Static<typeof Feed>

const changeable = {
  name: Type.Optional(Text),
  connection: Type.Optional(Text),
  file: Type.Optional(Text),
  profile: Type.Optional(Text),
  trigger: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  shield: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
  missing: Type.Optional(Type.Unknown()),
  on_change_only: Type.Optional(Type.Boolean()),
  with_report: Type.Optional(Type.Boolean()),
  is_on: Type.Optional(Type.Boolean()),
}

export const FeedPatch = Type.Object(changeable, strict)
export type FeedPatch = Static<typeof FeedPatch>

export const NewFeed = Type.Object(
  {
    direction: Type.Optional(Text),
    ...changeable,
    seen: Type.Optional(
      Type.String({
        description: 'A dry run of the same file by the same profile, which the first run need not wait for.',
      }),
    ),
  },
  strict,
)
export type NewFeed = Static<typeof NewFeed>

export const FeedRun = Type.Object(
  { dry_run: Type.Optional(Type.Boolean()), once: Type.Optional(Type.Boolean()) },
  strict,
)
export type FeedRun = Static<typeof FeedRun>

/** A saved body of `POST /exports` with a name. */
export const ExportProfile = Type.Object({ id: Uuid, name: Type.String(), ...NewExport.properties })
export type ExportProfile = Static<typeof ExportProfile>

export const NewExportProfile = Type.Object({ name: Type.Optional(Text), ...NewExport.properties }, strict)
export type NewExportProfile = Static<typeof NewExportProfile>

/** A feed as its job carries it: enough to run after the feed was changed. */
export const FeedOfJob = Type.Object({
  id: Uuid,
  row: Type.Integer(),
  run: Type.Integer(),
  file: Type.String(),
  shield: nullable(Shield),
  missing: Missing,
  on_change_only: Type.Boolean(),
  with_report: Type.Boolean(),
  /** That of its schedule, by which names have their day and time; UTC where there is none. */
  time_zone: Type.Optional(Type.String()),
  /** Whether large changes of prices are held because nobody has said what becomes of them. */
  holds_prices: Type.Boolean(),
})
export type FeedOfJob = Static<typeof FeedOfJob>

const Count = Type.Integer({ minimum: 0 })

/** The counts of what a run would do, and those from which on it waits. */
export const ShieldCounts = Type.Object({
  changed: Count,
  created: Count,
  missing: Count,
  cleared: Type.Record(Type.String(), Count),
})
export type ShieldCounts = Static<typeof ShieldCounts>
