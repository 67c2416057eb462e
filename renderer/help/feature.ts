import { openToAll, type Feature } from '../state/feature.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { t } from '../ui/text.ts'

declare module '../query/location.ts' {
  interface PageParams {
    help: HelpParams
    news: NoParams
  }
}

export interface HelpParams {
  readonly topic?: string
}

export function readHelpParams(params: URLSearchParams): HelpParams {
  const topic = params.get('topic')
  return topic === null ? {} : { topic }
}

export const help = {
  pages: {
    help: {
      rights: openToAll,
      commands: { 'go-help': { title: () => t('Go to Help') } },
    },
    news: {
      part: lazyPart(async () => (await import('./news-page.tsx')).NewsPage),
      rights: openToAll,
      commands: { 'go-news': { title: () => t('Go to What is new') } },
    },
  },
} satisfies Feature
