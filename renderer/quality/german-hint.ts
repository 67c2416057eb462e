import { t } from '../ui/text.ts'

/** How German spelling comes to be checked: its dictionary has a licence by which it does not come along. */
export function germanHint(): string {
  return t(
    'German needs a dictionary that does not come with the program. Put de.aff and de.dic, as LibreOffice has them, into the folder “dictionaries” of the data folder.',
  )
}
