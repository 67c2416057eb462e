/** What each check that takes a job asks of a value. */
import type { QualityCheck } from '#shared/quality.ts'
import type { CheckedAttribute } from '../../catalog/quality/store-checks.ts'
import type { Rule } from '../../catalog/quality/known-rules.ts'
import { readSomeTexts } from '../../catalog/quality/checked-values.ts'
import type { JobContext } from '../job-context.ts'
import { LinkChecker } from './links.ts'
import { PictureChecker } from './pictures.ts'
import { languageOf, usualLanguage } from './languages.ts'
import { Spelling } from './spelling.ts'

// Enough to know what language a catalog is written in.
const maxRead = 2000

/** By internal id what an entity shows. */
type Texts = ReadonlyMap<number, readonly string[]>
type IsFailing = (text: string, check: QualityCheck) => Promise<boolean> | boolean

/** The checks of one job, which share connections and dictionaries. */
export class Checkers {
  readonly #context: JobContext
  readonly #links: LinkChecker
  readonly #pictures: PictureChecker
  readonly #spelling: Spelling
  readonly #languages = new Map<number, string | undefined>()

  constructor(context: JobContext) {
    this.#context = context
    this.#spelling = new Spelling(context.settings.dictionariesDir)
    this.#links = new LinkChecker(context)
    this.#pictures = new PictureChecker(context, this.#links)
  }

  /** The entities of which any text fails. */
  async findFailing({ check }: Rule, attribute: CheckedAttribute, texts: Texts): Promise<number[]> {
    const isFailing = this.#testOf(check, attribute)
    const failing: number[] = []
    for (const [id, some] of texts) {
      if (this.#context.signal.aborted) break
      for (const text of some) {
        if (text.trim() === '' || !(await isFailing(text, check))) continue
        failing.push(id)
        break
      }
    }
    return failing
  }

  /** The rules that can be checked here, and the languages whose dictionaries nobody has added. */
  async withDictionaries(
    all: readonly Rule[],
  ): Promise<{ readonly rules: readonly Rule[]; readonly lacking: string[] }> {
    const rules: Rule[] = []
    const lacking = new Set<string>()
    for (const rule of all) {
      const { kind, language = 'en' } = rule.check
      if (kind !== 'spelling' || (await this.#spelling.hasDictionary(language))) rules.push(rule)
      else lacking.add(language)
    }
    return { rules, lacking: [...lacking] }
  }

  #testOf({ kind, language = 'en' }: QualityCheck, attribute: CheckedAttribute): IsFailing {
    if (kind === 'link_answers') return (text) => this.#links.isDead(text)
    if (kind === 'picture') return (text, check) => this.#pictures.fails(text, check)
    if (kind === 'spelling') return (text) => this.#spelling.hasMistake(text, language, attribute)
    if (kind === 'same_language') return (text) => this.#isOtherLanguage(text, attribute)
    return () => false
  }

  #isOtherLanguage(text: string, attribute: CheckedAttribute): boolean {
    if (!this.#languages.has(attribute.id))
      this.#languages.set(
        attribute.id,
        usualLanguage(this.#context.read((db) => readSomeTexts(db, attribute, maxRead))),
      )
    const usual = this.#languages.get(attribute.id)
    const language = languageOf(text)
    return usual !== undefined && language !== undefined && language !== usual
  }

  async close(): Promise<void> {
    await this.#links.close()
  }
}
