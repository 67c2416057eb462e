import { expect, test } from 'vitest'
import { channelFormats, channelKeys, channelTraits } from '#shared/channels.ts'
import { channelLayout } from './layouts.ts'

test.each(channelKeys)('%s is written as the files that the app offers for it [EXP-08]', (key) => {
  const written = channelFormats.filter((format) => channelLayout(key, format) !== undefined)
  expect(new Set(written)).toEqual(new Set(channelTraits[key].formats))
})
