import { expect, test } from 'vitest'
import { channelFileFormats, channelKeys } from '#shared/channels.ts'
import { channelLayouts } from './layouts.ts'

test('the app offers the files that channels take, in the same order [EXP-08]', () => {
  const written = channelKeys.map((key) => [key, channelLayouts[key].map(({ extension }) => extension)])
  expect(Object.fromEntries(written)).toEqual(channelFileFormats)
})
