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
    // The shell gives it the service accounts, which are another feature.
    people: { rights: openToAll },
    account: {
      part: lazyPart(async () => (await import('./account-page.tsx')).AccountPage),
      rights: openToAll,
    },
  },
} satisfies Feature
