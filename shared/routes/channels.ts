import { Type } from 'typebox'
import {
  Channel,
  ChannelCompleteness,
  ChannelKeySchema,
  ChannelSetup,
  ChannelSummary,
  Completeness,
  CompletenessHistory,
  FieldPrompt,
  MappingProposal,
} from '../schemas/channels.ts'
import { ChannelPreview, ExportDifferences, LeftOutRows, maxDifferences } from '../schemas/channel-files.ts'
import { Uuid } from '../schemas/entities.ts'
import { maxInValues } from '../filters.ts'
import { NewChannel } from '../schemas/custom-channels.ts'
import {
  dataOf,
  listOf,
  type AppRouteTable,
  type AnswerDocs,
  type IssuePlaces,
  type RouteTable,
} from './route.ts'
import { exampleExportId, exampleId } from './examples.ts'
import { defaulted, optional, required } from './parameters.ts'

const exampleSummary = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b02',
  key: 'shopify',
  name: 'Shopify',
  enabled: true,
  entity_type: 'product',
  format: 'csv',
  required_count: 1,
  attribute_count: 56,
}

const exampleChannel = {
  ...exampleSummary,
  picture_address: 'https://shop.example/pictures/',
  currency: 'EUR',
  categories: [{ id: exampleId, value: 'Furniture > Chairs' }],
  fields: [
    { target: 'Title', attribute: 'product_name', requirement: 'required', max_length: 255 },
    {
      target: 'Continue selling when out of stock',
      attribute: null,
      requirement: 'optional',
      acceptable_values: ['deny', 'continue'],
    },
  ],
}

const exampleCounts = { required: { filled: 1, total: 1 }, recommended: { filled: 9, total: 15 } }

const exampleMissing = {
  key: 'sku',
  name: 'SKU',
  data_type: 'single_line_text_field',
  requirement: 'recommended',
}

const exampleInvalid = { key: 'product_name', issue: 'too_long' }

const exampleCompleteness = {
  product_id: exampleId,
  channel: 'shopify',
  complete: false,
  percent: 100,
  ...exampleCounts,
  missing: [exampleMissing],
  invalid: [exampleInvalid],
}

const howCounted = `A field is filled where its attribute has a value; \`percent\` is the filled part of the required fields, rounded down.
\`missing\` lists required and recommended attributes; a field that no attribute fills stands there under the channel's name for it, with
\`data_type\` null. Fields with a \`condition\` count together as one required field, missing until the condition is met. \`complete\` means that nothing required is missing and no value is invalid. Limits on length count characters without
the white space around the text; acceptable values are compared without regard to case.`

export const channelRoutes = {
  'GET /channels': {
    id: 'listChannels',
    tag: 'Channels',
    summary: 'List channels',
    scopes: ['read:channels'],
    query: {
      enabled: optional(
        Type.Enum(['all']),
        '`all` lists the whole catalog of channels instead of the enabled ones.',
        'all',
      ),
    },
    answers: { 200: listOf(ChannelSummary) },
    issues: { enabled: ['invalid_value'] },
    docs: () => ({
      description:
        '`attribute_count` counts every field the channel has. The owner enables channels in the app; here they are read-only.',
      answers: { 200: ['The channels.', { data: [exampleSummary] }] },
    }),
  },
  'GET /channels/{channel}': {
    id: 'getChannel',
    tag: 'Channels',
    summary: 'Read one channel with its fields',
    scopes: ['read:channels'],
    answers: { 200: dataOf(Channel) },
    docs: () => ({
      description:
        'Any channel of the catalog with its fields: `target` is what the channel calls it, `attribute` the key that fills it, or null.',
      answers: { 200: ['The channel.', { data: exampleChannel }] },
    }),
  },
  'GET /channels/{channel}/completeness': {
    id: 'getChannelCompleteness',
    tag: 'Channels',
    summary: 'Read how complete all products are for one channel',
    scopes: ['read:products'],
    answers: { 200: dataOf(ChannelCompleteness) },
    docs: () => ({
      description: `Sums of what every product of the workspace answers, for an enabled channel. ${howCounted}`,
      answers: {
        200: [
          'How complete all products are.',
          {
            data: {
              channel: 'shopify',
              products: 1,
              complete: 0,
              percent: 100,
              ...exampleCounts,
              missing: [{ ...exampleMissing, products: 1 }],
              invalid: [{ ...exampleInvalid, products: 1 }],
            },
          },
        ],
      },
    }),
  },
  'GET /products/{id}/completeness': {
    id: 'getProductCompleteness',
    tag: 'Products',
    summary: 'Read how complete one product is',
    scopes: ['read:products'],
    query: {
      channel: optional(ChannelKeySchema, 'The key of an enabled channel.', 'shopify'),
    },
    answers: { 200: dataOf(Type.Union([Completeness, Type.Array(Completeness)])) },
    issues: { channel: ['invalid_value'] },
    docs: () => ({
      description: `An object for the channel that is named, without \`channel\` an array with one for each enabled channel. ${howCounted}`,
      answers: { 200: ['How complete the product is.', { data: exampleCompleteness }] },
    }),
  },
} satisfies RouteTable

const setUpPlaces: IssuePlaces = {
  name: ['required', 'too_long'],
  fields: ['expected_values', 'too_many_values'],
  'fields[<n>].target': ['required', 'not_unique'],
  'fields[<n>].unique': ['not_unique'],
  'file.list_separator': ['invalid_value'],
  'categories.<id>': ['referenced_entity_not_found'],
  picture_address: ['expected_url'],
  shop_address: ['expected_url'],
  currency: ['invalid_value'],
}

const ownPlaces: IssuePlaces = {
  name: ['required', 'too_long', 'invalid_value'],
  fields: ['expected_values', 'too_many_values', 'invalid_value'],
  file: ['invalid_value'],
}

const fillPlaces: IssuePlaces = {
  'mapping.<target>': ['invalid_value', 'not_a_defined_attribute'],
  'values.<target>': ['invalid_value'],
  'formulas.<target>': ['invalid_value'],
}

const exportJob = required(Uuid, 'The id of the job.', exampleExportId)

const ChannelSetUp = Type.Object({ data: Channel, unmapped: Type.Array(Type.String()) })

const setUpAnswer: AnswerDocs = [
  'The channel, and the required and recommended fields that nothing fills.',
  { data: exampleChannel, unmapped: ['URL handle'] },
]

const maxHistoryDays = 366

export const channelSetupRoutes = {
  'GET /completeness/history': {
    id: 'readCompletenessHistory',
    role: 'viewer',
    summary: 'Read how complete all products were on each day',
    query: {
      days: defaulted(
        Type.Integer({ minimum: 1, maximum: maxHistoryDays, default: 90 }),
        'How many days to look back.',
        30,
      ),
    },
    answers: { 200: listOf(CompletenessHistory) },
    issues: { days: ['expected_non_negative_integer', 'out_of_range'] },
    docs: () => ({
      description:
        'One point for each day and enabled channel: some seconds after the workspace was opened, and again some minutes after a change. A day on which nobody opened the workspace has none.',
      answers: {
        200: [
          'The points of each channel, oldest first.',
          {
            data: [
              {
                channel: 'shopify',
                days: [{ day: '2026-01-05', products: 200, complete: 160, percent: 80 }],
              },
            ],
          },
        ],
      },
    }),
  },
  'GET /channels/{channel}/proposals': {
    id: 'proposeMapping',
    role: 'viewer',
    summary: 'Propose what fills the fields of a channel',
    answers: { 200: listOf(MappingProposal) },
    docs: () => ({
      description:
        'What enabling the channel maps: an attribute for each field that nobody has decided on, by semantic type first, then by key, name and words for the same, with three of its values.',
      answers: {
        200: [
          'The proposals, in the order of the fields.',
          {
            data: [
              {
                target: 'brand',
                requirement: 'required',
                attribute: 'marke',
                name: 'Marke',
                reason: 'semantic_type',
                values: ['Nordvik', 'Küchenwerk', 'Lumen'],
              },
            ],
          },
        ],
      },
    }),
  },
  'GET /channels/{channel}/preview': {
    id: 'previewChannel',
    role: 'viewer',
    summary: 'Show one product as the channel gets it',
    query: { product: required(Uuid, 'The id of a product.', exampleId) },
    answers: { 200: dataOf(ChannelPreview) },
    issues: { product: ['referenced_entity_not_found'] },
    docs: () => ({
      description:
        'The records that the file would have of the product, read back from the very text, and the problems that leave it or a value out. A product with variants is sold as these and has no record itself.',
      answers: {
        200: [
          'The records and the problems.',
          {
            data: {
              records: [{ fields: [{ name: 'Title', value: 'Oak chair' }] }],
              problems: [
                { field: 'Vendor', issue: 'The field is required and has no value.', left_out: 'product' },
              ],
            },
          },
        ],
      },
    }),
  },
  'GET /exports/{job_id}/differences': {
    id: 'compareExports',
    role: 'viewer',
    summary: 'Compare the file of a channel with an earlier one',
    params: { job_id: exportJob },
    query: { with: required(Uuid, 'The job of the earlier file.', exampleExportId) },
    answers: { 200: dataOf(ExportDifferences) },
    docs: () => ({
      description: `Records that came, went and changed between two files of one channel and format, all counted and the first ${maxDifferences} told with
their fields. Files of more than 16 MiB are not compared.`,
      answers: {
        200: [
          'The differences.',
          {
            data: {
              added: 0,
              changed: 1,
              removed: 0,
              differences: [
                {
                  key: 'CH-1',
                  status: 'changed',
                  fields: [{ name: 'price', old: '90.00 EUR', new: '95.00 EUR' }],
                },
              ],
            },
          },
        ],
      },
      conflicts: 'One of them is not finished, or too large to compare.',
    }),
  },
  'GET /exports/{job_id}/left-out': {
    id: 'listLeftOut',
    role: 'viewer',
    summary: 'List the products that a problem left out of a file',
    params: { job_id: exportJob },
    query: {
      field: required(Type.String({ maxLength: 1000 }), 'The field of the problem.', 'Vendor'),
      issue: required(
        Type.String({ maxLength: 2000 }),
        'Its issue.',
        'The field is required and has no value.',
      ),
    },
    answers: { 200: dataOf(LeftOutRows) },
    docs: () => ({
      description: `The ids of the first ${maxInValues} products of one of the \`reasons\` of an export to a channel, as its report has them.`,
      answers: { 200: ['The products.', { data: { ids: [exampleId], total: 1 } }] },
      conflicts: 'The export is not finished yet.',
    }),
  },
  'GET /channels/{channel}/prompts': {
    id: 'listFieldPrompts',
    role: 'viewer',
    summary: 'List the fields of a channel that a model can write',
    answers: { 200: listOf(FieldPrompt) },
    docs: () => ({
      description:
        'The attributes that `POST /generations` takes with this `channel`, each once, with the prompt that is used.',
      answers: {
        200: [
          'The attributes, in the order of the fields.',
          {
            data: [
              {
                attribute: 'short_text',
                name: 'Short text',
                prompt: 'One or two sentences of at most 160 characters.',
              },
            ],
          },
        ],
      },
    }),
  },
  'POST /channels/{channel}/enable': {
    id: 'enableChannel',
    role: 'manager',
    summary: 'Enable a channel and map its fields by meaning, key and name',
    answers: { 200: ChannelSetUp },
    docs: () => ({
      description:
        'Maps every field nobody has decided on to the attribute of that semantic type, key or name. Repeating it maps what can be mapped since.',
      answers: { 200: setUpAnswer },
    }),
  },
  'POST /channels/{channel}/disable': {
    id: 'disableChannel',
    role: 'manager',
    summary: 'Disable a channel and keep its mapping',
    answers: { 200: ChannelSetUp },
    docs: () => ({
      description: 'The mapping is kept for the day the channel is enabled again.',
      answers: { 200: setUpAnswer },
    }),
  },
  'POST /channels': {
    id: 'createChannel',
    role: 'manager',
    summary: 'Make a channel',
    body: NewChannel,
    answers: { 201: ChannelSetUp },
    issues: { ...setUpPlaces, key: ['invalid_value'], copy_of: ['invalid_value'] },
    docs: () => ({
      description: `A channel of the workspace, enabled: by a \`template\`, as a \`copy_of\` another channel, or by its \`fields\`. The key follows from
the name where none is given. A channel that was read or deleted can be sent to make it again.`,
      body: {
        examples: {
          template: { name: 'Marketplace', template: 'meta' },
          copy: { name: 'Google for others', copy_of: 'google_merchant' },
          fields: {
            name: 'Price list',
            fields: [
              { target: 'Number', kind: 'text', requirement: 'required', unique: true },
              { target: 'Gross', kind: 'price', formula: 'ROUND(10 * 1.19, 2)' },
            ],
            file: { delimiter: ';', decimal: 'comma', encoding: 'windows-1252' },
          },
        },
      },
      answers: { 201: setUpAnswer },
      conflicts: 'Another channel has the key or the name.',
    }),
  },
  'DELETE /channels/{channel}': {
    id: 'deleteChannel',
    role: 'manager',
    summary: 'Delete a channel that the owner made',
    params: { channel: required(ChannelKeySchema, 'The key of the channel.', 'old_marketplace') },
    answers: { 200: dataOf(Channel) },
    docs: () => ({
      description: 'What it answers can be sent to make the channel again.',
      answers: { 200: ['The channel that was.', { data: exampleChannel }] },
      conflicts: 'The channel ships with Vitrine.',
    }),
  },
  'PATCH /channels/{channel}': {
    id: 'mapChannel',
    role: 'manager',
    summary: 'Say what fills the fields of a channel, and where its pictures lie',
    body: ChannelSetup,
    answers: { 200: ChannelSetUp },
    issues: { ...setUpPlaces, ...ownPlaces, ...fillPlaces, recipe: ['invalid_value'] },
    docs: () => ({
      description: `Only what is named changes, all of it or nothing. \`mapping\`: which attribute fills a field; null leaves it empty.
\`values\`: what every product has in a field, whatever its attributes say. \`formulas\`: what it is computed from. \`categories\`: by id, what the channel calls a category of the
workspace; categories below it go by the same. \`picture_address\`: where shops fetch the pictures that lie in the workspace, each
under its hash and extension; \`currency\`: of prices that name none; \`shop_address\`: where the shop shows a product, without its handle, for links
that nothing else fills; \`recipe\`: the renditions that its pictures are sent as, named by SKU, number and hash. \`name\`, \`fields\` and \`file\` are those of a channel that the owner made; fields that
were read can be sent back.`,
      body: {
        examples: {
          map: { mapping: { 'SEO title': 'product_name', Tags: null } },
          settings: { values: { Vendor: 'Nordvik' }, picture_address: 'https://shop.example/pictures/' },
        },
      },
      answers: { 200: setUpAnswer },
    }),
  },
} satisfies AppRouteTable
