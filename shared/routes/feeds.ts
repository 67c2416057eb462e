import { Uuid } from '../schemas/entities.ts'
import { ExportProfile, Feed, FeedPatch, FeedRun, NewExportProfile, NewFeed } from '../schemas/feeds.ts'
import { Job } from '../schemas/jobs.ts'
import { exampleConnectionId, exampleFeedId, exampleProfileId, startedJob } from './examples.ts'
import { required } from './parameters.ts'
import { type AppRouteTable, dataOf, listOf, type RouteTable } from './route.ts'

const feedId = required(Uuid, 'The id of the feed.', exampleFeedId)
const profileId = required(Uuid, 'The id of the profile.', exampleProfileId)

const exampleFeed = {
  id: exampleFeedId,
  name: 'Prices of Beta',
  direction: 'import',
  connection: exampleConnectionId,
  file: 'prices-*.csv',
  profile: exampleProfileId,
  trigger: { on: 'schedule', cron: '0 6 * * 1-5', time_zone: 'Europe/Berlin' },
  shield: { max_changed: 20, max_created: 100, max_missing: 5, max_cleared: 5 },
  missing: 'leave',
  is_on: true,
  off_reason: null,
  skipped_busy: 0,
  last_run: null,
  next_run: '2026-01-06T05:00:00.000Z',
  next_runs: ['2026-01-06T05:00:00.000Z', '2026-01-07T05:00:00.000Z', '2026-01-08T05:00:00.000Z'],
}

const runDocs = {
  description:
    'Answers with the job; where one of the feed runs or waits already, with that. A run that would change much waits as a job `queued` with `metadata.paused`: its `reason` is `shield`, its `counts` and `sample` say what it would do, and a person lets it go or drops it.',
  body: { examples: { now: {}, dry_run: { dry_run: true } } },
  answers: {
    202: [
      'The job.',
      {
        data: {
          ...startedJob('import', { file: 'prices-*.csv', type: 'product', dry_run: false }),
          metadata: {
            workflow: 'feed_import',
            via: 'api',
            feed_id: exampleFeedId,
            feed: 'Prices of Beta',
            connection: exampleConnectionId,
            file: 'prices-*.csv',
            type: 'product',
            dry_run: false,
          },
        },
      },
      { location: true },
    ],
  },
  conflicts: 'The feed is off, and `once` was not said.',
} as const

const listed = {
  description:
    'Oldest first. A feed whose connection is not there, as in a workspace from elsewhere, is off and says so.',
  answers: { 200: ['The feeds.', { data: [exampleFeed] }] },
} as const

/** Feeds are made in the app; keys, agents and the command line list and run them. */
export const feedRoutes = {
  'GET /feeds': {
    id: 'listFeeds',
    tag: 'Feeds',
    summary: 'List feeds',
    scopes: ['read:automations'],
    answers: { 200: listOf(Feed) },
    docs: () => listed,
  },
  'POST /feeds/{id}/run': {
    id: 'runFeed',
    tag: 'Feeds',
    summary: 'Run a feed now',
    scopes: ['read:automations'],
    params: { id: feedId },
    body: FeedRun,
    bodyIsOptional: true,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    docs: () => ({
      ...runDocs,
      access:
        'Needs what an import by a profile needs of the write scopes, or for an export the read scope of its type.',
    }),
  },
} satisfies RouteTable

const nameTaken = 'A feed has that name already, or the workspace has as many as it can have.'

const issues = {
  name: ['required'],
  connection: ['invalid_value'],
  file: ['required', 'invalid_value'],
  'trigger.on': ['required', 'invalid_value'],
  'trigger.cron': ['invalid_value'],
  'trigger.time_zone': ['invalid_value'],
  'shield.<key>': ['invalid_value'],
  missing: ['invalid_value'],
  'missing.set.<key>': ['not_a_defined_attribute'],
} as const

export const ownerFeedRoutes = {
  'GET /feeds': {
    id: 'listFeeds',
    role: 'editor',
    summary: 'List feeds',
    answers: { 200: listOf(Feed) },
    docs: () => listed,
  },
  'POST /feeds': {
    id: 'createFeed',
    audit: { action: 'feed_created', subject: 'answer.data.name' },
    role: 'manager',
    summary: 'Add a feed',
    body: NewFeed,
    answers: { 201: dataOf(Feed) },
    issues: {
      ...issues,
      direction: ['required', 'invalid_value'],
      connection: ['required', 'invalid_value'],
      profile: ['required'],
      seen: ['invalid_value'],
    },
    docs: () => ({
      description: `One file in or out, by a connection and a profile (id or name): \`import\` takes what matches \`file\`, each file once; \`export\` writes it, with \`{date}\`, \`{time}\` and \`{n}\` in its name. It runs by a \`schedule\` (five fields of cron in a time zone, at most every five minutes), when a \`file\` comes (folders), or when somebody asks (\`manual\`).
An import is tried out first and waits for a person where it would change more than \`max_changed\` per cent of what the last run delivered, create more than \`max_created\`, lack more than \`max_missing\`, or clear more than \`max_cleared\` of the values of one attribute; counts below 20 never stop it. The first run waits too, unless \`seen\` names a dry run of the same file. With the shield \`null\` nothing waits and nothing is tried out first, as of watched folders. \`missing\` says what becomes of entities that the feed delivered and a file lacks: \`leave\`, \`trash\`, or \`{"set": {"status": "Discontinued"}}\`.`,
      body: {
        examples: {
          prices: {
            name: 'Prices of Beta',
            direction: 'import',
            connection: exampleConnectionId,
            file: 'prices-*.csv',
            profile: exampleProfileId,
            trigger: { on: 'schedule', cron: '0 6 * * 1-5', time_zone: 'Europe/Berlin' },
          },
        },
      },
      answers: { 201: ['The feed.', { data: exampleFeed }] },
      conflicts: nameTaken,
    }),
  },
  'PATCH /feeds/{id}': {
    id: 'changeFeed',
    audit: { action: 'feed_changed', subject: 'answer.data.name' },
    role: 'manager',
    summary: 'Change a feed',
    params: { id: feedId },
    body: FeedPatch,
    answers: { 200: dataOf(Feed) },
    issues,
    docs: () => ({
      description: 'What is named is replaced; a trigger and a shield as a whole.',
      body: { examples: { shield: { shield: { max_changed: 30 } } } },
      answers: {
        200: ['The feed.', { data: { ...exampleFeed, shield: { ...exampleFeed.shield, max_changed: 30 } } }],
      },
      conflicts: nameTaken,
    }),
  },
  'DELETE /feeds/{id}': {
    id: 'deleteFeed',
    audit: { action: 'feed_deleted', subject: 'answer.data.name' },
    role: 'manager',
    summary: 'Delete a feed',
    params: { id: feedId },
    answers: { 200: dataOf(Feed) },
    docs: () => ({
      description: 'What it has delivered stays.',
      answers: { 200: ['The feed as it was.', { data: exampleFeed }] },
    }),
  },
  'POST /feeds/{id}/run': {
    id: 'runFeed',
    role: 'editor',
    summary: 'Run a feed now',
    params: { id: feedId },
    body: FeedRun,
    bodyIsOptional: true,
    answers: { 202: dataOf(Job) },
    docs: () => runDocs,
  },
} satisfies AppRouteTable

const exampleProfile = {
  id: exampleProfileId,
  name: 'For the shop',
  type: 'product',
  format: 'csv',
  fields: ['sku', 'price'],
}

const exportIssues = {
  name: ['required'],
  format: ['invalid_value'],
  fields: ['not_a_defined_attribute', 'expected_values'],
} as const

export const exportProfileRoutes = {
  'GET /export-profiles': {
    id: 'listExportProfiles',
    role: 'editor',
    summary: 'List export profiles',
    answers: { 200: listOf(ExportProfile) },
    docs: () => ({
      description: 'Oldest first.',
      answers: { 200: ['The profiles.', { data: [exampleProfile] }] },
    }),
  },
  'POST /export-profiles': {
    id: 'createExportProfile',
    role: 'editor',
    summary: 'Save an export profile',
    body: NewExportProfile,
    answers: { 201: dataOf(ExportProfile) },
    issues: { ...exportIssues, type: ['required', 'invalid_value'] },
    docs: () => ({
      description: 'A body of `POST /exports` under a name, by which that and feeds take it.',
      body: {
        examples: {
          shop: { name: 'For the shop', type: 'product', format: 'csv', fields: ['sku', 'price'] },
        },
      },
      answers: { 201: ['The profile.', { data: exampleProfile }] },
      conflicts: 'A profile has that name already.',
    }),
  },
  'PATCH /export-profiles/{id}': {
    id: 'updateExportProfile',
    role: 'editor',
    summary: 'Change an export profile',
    params: { id: profileId },
    body: NewExportProfile,
    answers: { 200: dataOf(ExportProfile) },
    issues: exportIssues,
    docs: () => ({
      description: 'Fields that are named are replaced.',
      body: { examples: { rename: { name: 'Shop' } } },
      answers: { 200: ['The profile.', { data: exampleProfile }] },
      conflicts: 'A profile has that name already.',
    }),
  },
  'DELETE /export-profiles/{id}': {
    id: 'deleteExportProfile',
    role: 'editor',
    summary: 'Delete an export profile',
    params: { id: profileId },
    answers: { 200: dataOf(ExportProfile) },
    docs: () => ({ answers: { 200: ['The profile that was.', { data: exampleProfile }] } }),
  },
} satisfies AppRouteTable
