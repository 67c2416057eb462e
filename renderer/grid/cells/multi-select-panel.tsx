import { splitList } from '#shared/text.ts'
import { type PanelProps } from './cell-type.ts'
import { textWrite } from '../data/cell-write.ts'
import { Chip } from './chip.tsx'
import { matchOptions, nothingFound, optionColor } from './options.ts'
import { PickMany, type PickItem } from './pick-many.tsx'
import { textOf } from './stubs.ts'
import { useNewOption } from './use-new-option.ts'

/** Options that are ticked on and off; they are stored in the order of the attribute's options. */
export function MultiSelectPanel(panel: PanelProps) {
  const { column, value, text, isTyped } = panel
  const fresh = useNewOption(panel)
  const toItem = (option: string): PickItem => ({
    id: option,
    text: option,
    color: optionColor(option, column),
  })
  const matches = matchOptions(column.options, isTyped ? text : '')
  return (
    <PickMany
      panel={panel}
      label={`Options of ${column.name}`}
      options={matches.map(toItem)}
      before={splitList(textOf(value)).map(toItem)}
      renderOption={(item) => <Chip {...item} />}
      toWrite={(chosen, unmatched) => {
        // One that was made just now stands behind the others.
        const place = ({ text }: PickItem): number =>
          column.options.includes(text) ? column.options.indexOf(text) : Infinity
        const ordered = [...chosen].sort((a, b) => place(a) - place(b)).map(({ text }) => text)
        return textWrite([...ordered, ...splitList(unmatched)].join(', '))
      }}
      fresh={{ option: fresh, toItem }}
      note={matches.length === 0 ? nothingFound(column, text) : undefined}
    />
  )
}
