import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChannelFormat, ChannelKey } from '#shared/channels.ts'
import { validateAmazon } from '../testing/channel-validators/amazon-flat-file.ts'
import { validateGoogleTsv, validateGoogleXml } from '../testing/channel-validators/google.ts'
import type { Validator } from '../testing/channel-validators/columns.ts'
import { validateShopify } from '../testing/channel-validators/shopify.ts'
import { validateWoocommerce } from '../testing/channel-validators/woocommerce.ts'
import { JobWorkspace } from '../testing/job-workspace.ts'
import { fillSampleWorkspace } from './fill-sample-workspace.ts'

let workspace: JobWorkspace

beforeAll(async () => {
  workspace = await JobWorkspace.open()
  await fillSampleWorkspace(workspace.threads)
}, 30_000)
afterAll(() => workspace[Symbol.asyncDispose]())

const files: [ChannelKey, ChannelFormat, Validator][] = [
  ['google_merchant', 'xml', validateGoogleXml],
  ['google_merchant', 'tsv', validateGoogleTsv],
  ['shopify', 'csv', validateShopify],
  ['woocommerce', 'csv', validateWoocommerce],
  ['amazon', 'tsv', validateAmazon],
]

// Shops hide drafts by their status; the other channels show all that they are sent.
const takesDrafts = ['shopify', 'woocommerce']

test.each(files)(
  'with no option chosen the sample catalog goes to %s (%s) whole and sound [EXP-13]',
  async (channel, format, validate) => {
    const { job, bytes } = await workspace.export({ channel, format })
    const drafts = takesDrafts.includes(channel) ? 0 : 8
    const counts = { products: 160, exported: 160 - drafts, left_out: drafts, held_pictures: 60 }
    expect(job.result).toMatchObject(counts)
    // Some variants are drafts of a published product, and a shop cannot distinguish them.
    const reasons = job.result && 'reasons' in job.result ? job.result.reasons : []
    expect(reasons.map(({ field, products }) => [field, products])).toEqual(
      channel === 'shopify' ? [['Status', 16]] : drafts > 0 ? [['status', drafts]] : [],
    )
    expect(validate(bytes.toString('utf8'))).toEqual([])
  },
)
