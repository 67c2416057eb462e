import { Type, type Static } from 'typebox'
import { packageKinds } from '../packages.ts'
import { Axis, type Axis as AxisAnswer } from './axes.ts'
import { AttributeClass } from './attribute-classes.ts'
import { AttributeConfig, GenerationMembers } from './attributes.ts'
import { ChannelKeySchema, LearnedFields } from './channels.ts'
import { Uuid } from './entities.ts'
import { ImportProfile } from './imports.ts'
import { Note, type Note as NoteAnswer } from './notes.ts'
import { nullable } from './paging.ts'
import { Actor } from './events.ts'
import { QualityRule } from './quality.ts'
import { CustomChannel } from './custom-channels.ts'
import { PackageCounts } from './package-result.ts'
import { ScrapedSource } from './sources.ts'
import { Automation } from './automations.ts'
import { ExportProfile, Feed } from './feeds.ts'
import { SavedAction } from './edits.ts'
import { GridView } from './views.ts'

const strict = { additionalProperties: false }
const Texts = Type.Record(Type.String(), Type.String())

/** `package.json` of a package: kind and version, by which a program knows whether it can read the rest. */
export const PackageInfo = Type.Object({
  format: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...packageKinds]),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  program: Type.String(),
  created_at: Type.String(),
  counts: PackageCounts,
})
export type PackageInfo = Static<typeof PackageInfo>

const PackagedChannel = Type.Object(
  {
    key: ChannelKeySchema,
    enabled: Type.Boolean(),
    mapping: Type.Record(Type.String(), nullable(Type.String())),
    values: Texts,
    formulas: Type.Optional(Texts),
    categories: Texts,
    picture_address: nullable(Type.String()),
    currency: nullable(Type.String()),
    shop_address: Type.Optional(Type.String()),
    own: Type.Optional(CustomChannel),
    /** Present if a shop's file of the channel was imported. */
    learned: Type.Optional(LearnedFields),
  },
  strict,
)
export type PackagedChannel = Static<typeof PackagedChannel>

const PackagedAttribute = Type.Object({
  ...AttributeConfig.properties,
  ...Type.Partial(GenerationMembers).properties,
})
export type PackagedAttribute = Static<typeof PackagedAttribute>

const { checked_at: _checkedAt, ...ruleMembers } = QualityRule.properties
const PackagedRuleForm = Type.Object(ruleMembers, strict)
export type PackagedRule = Static<typeof PackagedRuleForm>

const { id, name, entity_type, trigger, filter, actions, budget } = Automation.properties
const PackagedAutomation = Type.Object({ id, name, entity_type, trigger, filter, actions, budget }, strict)

const { direction, file, profile, shield, missing, on_change_only, with_report } = Feed.properties
/** The connection stays behind, and with it what the feed has taken from there. */
const PackagedFeed = Type.Object(
  {
    id,
    name,
    direction,
    file,
    profile,
    trigger: Feed.properties.trigger,
    shield,
    missing,
    on_change_only,
    with_report,
  },
  strict,
)

/** `schema.json` of a package: everything but values and files, in the order in which it is listed. */
export const PackageSchema = Type.Object(
  {
    attributes: Type.Array(PackagedAttribute),
    attribute_classes: Type.Array(AttributeClass),
    views: Type.Array(GridView),
    channels: Type.Array(PackagedChannel),
    import_profiles: Type.Array(ImportProfile),
    saved_actions: Type.Optional(Type.Array(SavedAction)),
    quality_rules: Type.Optional(Type.Array(PackagedRuleForm)),
    automations: Type.Optional(Type.Array(PackagedAutomation)),
    export_profiles: Type.Optional(Type.Array(ExportProfile)),
    feeds: Type.Optional(Type.Array(PackagedFeed)),
  },
  strict,
)
export type PackageSchema = Static<typeof PackageSchema>

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())])

/** One line of `values/<type>.jsonl`: the entity's own values, references by id. */
export const PackagedEntity = Type.Object(
  {
    id: Uuid,
    parent_id: Type.Optional(Uuid),
    created_at: Type.String(),
    updated_at: Type.String(),
    attributes: Type.Record(Type.String(), Value),
    /** Present if the product has axes of its own. */
    axes: Type.Optional(Type.Array(Axis)),
  },
  strict,
)
export type PackagedEntity = Omit<Static<typeof PackagedEntity>, 'axes'> & {
  readonly axes?: readonly AxisAnswer[]
}

/** One line of `values/scraped.jsonl`: the text of a source. */
export const PackagedScraped = ScrapedSource

/** One line of `values/channel_names.jsonl`: the name of a product at a channel. */
export const PackagedName = Type.Object(
  { channel: ChannelKeySchema, product: Uuid, name: Type.String() },
  strict,
)

const { entity: _entity, due_on: dueOn, ...noteMembers } = Note.properties

/** One line of `values/notes.jsonl`: a note or to-do, on an entity by its id. */
export const PackagedNote = Type.Object(
  { ...noteMembers, due_on: Type.Optional(dueOn), entity_id: Uuid },
  strict,
)
/**
 * One line of `values/accepted_findings.jsonl`: a finding of a rule that somebody has accepted for an
 * entity.
 */
export const PackagedAcceptance = Type.Object(
  {
    rule: Uuid,
    entity_id: Uuid,
    attribute: nullable(Type.String()),
    reason: Type.String(),
    at: Type.String(),
    by: Actor,
  },
  strict,
)
export type PackagedAcceptance = Static<typeof PackagedAcceptance>
export type PackagedNote = Omit<NoteAnswer, 'entity' | 'due_on'> & {
  readonly entity_id: string
  readonly due_on?: string | null
}
