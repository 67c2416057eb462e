import { expect, test } from 'vitest'
import { channelFormats, channelKeys, channelTraits } from '#shared/channels.ts'
import { channelCatalog } from '../channels/channels.ts'
import { channelLayout } from './layouts.ts'

test.each(channelKeys)('%s is written as the files that the app offers for it [EXP-08]', (key) => {
  const channel = { template: channelCatalog[key], own: undefined }
  const written = channelFormats.filter((format) => channelLayout(channel, format) !== undefined)
  expect(new Set(written)).toEqual(new Set(channelTraits[key].formats))
})
