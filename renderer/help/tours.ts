import { cachedByLanguage, t } from '../ui/text.ts'
import { presentTour, type TourId } from '../state/tour.ts'

export interface TourStep {
  readonly title: string
  readonly text: string
  readonly target?: string
}

export interface Tour {
  readonly name: string
  readonly about: string
  readonly steps: readonly TourStep[]
}

const editTour = (): Tour => ({
  name: t('Edit in the grid'),
  about: t('Cells, undo, search and the details of a row.'),
  steps: [
    {
      title: t('A row is a product, a column an attribute'),
      text: t('Click a cell, or move with the arrow keys. Try it: the tour waits.'),
      target: '[role="grid"], [role="treegrid"]',
    },
    {
      title: t('Type to change a value'),
      text: t(
        'Typing replaces what the cell holds; F2 edits it. Enter saves and goes down, Esc leaves the cell as it was. There is nothing else to save.',
      ),
      target: '[role="gridcell"][aria-selected="true"]',
    },
    {
      title: t('Undo anything'),
      text: t('Ctrl+Z undoes what you did, including a paste or a fill. Ctrl+Y redoes it.'),
      target: '[aria-label*="undo" i]',
    },
    {
      title: t('Find and narrow'),
      text: t(
        'Search all texts here, such as “oak chair” or “sku:CH-1”. Filter below it narrows the rows by any attribute.',
      ),
      target: '.quick-search',
    },
    {
      title: t('See everything about a row'),
      text: t(
        'Space opens the details beside the grid: values, variants, channels, notes and history. Esc closes them.',
      ),
      target: '[role="grid"], [role="treegrid"]',
    },
  ],
})

const importTour = (): Tour => ({
  name: t('Import a file'),
  about: t('From a supplier’s file to rows, and back if it was wrong.'),
  steps: [
    {
      title: t('Any file of rows'),
      text: t(
        'Import takes CSV, Excel, JSON and XML, also as shops export them. A file can be dropped anywhere on the window, too.',
      ),
      target: '.catalog-actions button:has(.lucide-upload)',
    },
    {
      title: t('Columns find their attributes'),
      text: t(
        'Vitrine proposes where each column goes, and makes new attributes where you want them. A key such as the SKU finds the products that are there already.',
      ),
    },
    {
      title: t('Check before anything is written'),
      text: t(
        'Below the columns the rows show what would be added and changed, and what does not fit. A cell can be corrected there, or is left out alone.',
      ),
    },
    {
      title: t('Undo a whole import'),
      text: t('Jobs lists every import with its report. There you can undo all of it, even days later.'),
      target: '.side-bottom button',
    },
  ],
})

const publishTour = (): Tour => ({
  name: t('Publish to a channel'),
  about: t('What a channel requires, what is missing, and the file it accepts.'),
  steps: [
    {
      title: t('A channel says what it requires'),
      text: t(
        'Turn on the channels that you sell through. Each has its fields, and Vitrine proposes which attribute fills which.',
      ),
      target: '.frame-main',
    },
    {
      title: t('See what is missing'),
      text: t(
        'The bar of a channel shows how complete the products are. Open it: the number beside a field leads to the products where it is empty.',
      ),
      target: '.frame-main',
    },
    {
      title: t('Work through it'),
      text: t(
        'In the grid, F9 goes from one empty required cell to the next. The completeness for a channel is a column, too.',
      ),
    },
    {
      title: t('Write the file'),
      text: t(
        'Export writes the file exactly as the channel accepts it, with a report of what it would reject.',
      ),
    },
  ],
})

export const tours = cachedByLanguage((): Readonly<Record<TourId, Tour>> => ({
  edit: editTour(),
  import: importTour(),
  publish: publishTour(),
}))

/** Goes to the next or previous step; the tour ends after the last one. */
export function walkTour(by: 1 | -1): void {
  presentTour.set(({ tour }) => {
    if (!tour) return { tour }
    const step = Math.max(0, tour.step + by)
    return { tour: step < tours()[tour.id].steps.length ? { ...tour, step } : undefined }
  })
}
