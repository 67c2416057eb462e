import { openToAll, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

declare module '../query/location.ts' {
  interface PageParams {
    people: NoParams
    account: NoParams
  }
}

export const team = {
  pages: {
    people: {
      part: lazyPart(async () => (await import('./people-page.tsx')).PeoplePage),
      rights: openToAll,
    },
    account: {
      part: lazyPart(async () => (await import('./account-page.tsx')).AccountPage),
      rights: openToAll,
    },
  },
} satisfies Feature
