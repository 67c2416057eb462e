import type { promptedTypes } from './prompted-types.ts'
import type { SemanticType } from './semantic-types.ts'

/** Prompts that ship, by what an attribute means. */
const prompts: Readonly<Record<(typeof promptedTypes)[number], string>> = {
  name: `The name of the product for a list and a shop: what it is first, then maker or series, then what tells it apart, such as size,
colour or material. No praise, no price, no capitals for emphasis, no full stop.`,
  description: `A description for somebody who cannot see the product: two to four short paragraphs of 60 to 150 words together. Say what it is
and whom it is for, then what it is made of and how large it is, then what is in the package or how to care for it. Leave out
whatever the data do not say. No praise without a fact, no questions, no invitation to buy.`,
  short_description: `One or two sentences of at most 160 characters: what the product is and the two facts that decide whether it fits.`,
  bullet_points: `Three to five short points, each on a line of its own and with one fact: what it is good for, material, size, what is included,
care. The most important first. No full stops, no repeated facts.`,
  questions_and_answers: `A list of objects with "question" and "answer": three to eight questions that buyers of such a product ask before they buy,
each answered in at most three sentences by the data alone. Leave out a question that the data do not answer.`,
  meta_title: `The title of the page of the product for search engines: the name and the one fact that people search for, at most 60
characters.`,
  meta_description: `The description of the page for search engines: one or two plain sentences of at most 155 characters that say what the product
is and why somebody would open the page.`,
  image_alt: `What the picture shows, for somebody who cannot see it: one sentence of at most 125 characters that names the product, its
colour and what is seen of it. It does not begin with "picture of".`,
  tags: `Words by which people would look for the product: its kind, use, style, material. Three to eight, in lower case, none twice.`,
  product_type: `The kind of the product in two to four words, as a shop would name a department for it.`,
  category_path: `The category of the product, from the widest to the narrowest.`,
  brand: `The brand under which the product is sold, as the data write it. It is not the supplier, unless both are the same.`,
  manufacturer: `The maker of the product, as the data write it.`,
  color: `The colour of the product as a buyer would name it, by the texts first and the pictures second. The main colour, not all of them.`,
  size: `The size by which the product is ordered, as the data write it: a size of clothes or shoes, a format, or its dimensions in one line.`,
  material: `What the product is made of: the main material, with the others and their shares where the data give them.`,
  pattern: `The pattern of the surface, such as plain, striped or checked, by the texts first and the pictures second.`,
  gender: `For whom the product is made, where the data say so.`,
  age_group: `The age of those for whom the product is made, where the data say so.`,
  condition: `The condition of the product. It is new only where the data say so.`,
  country_of_origin: `The country in which the product was made, as the data say. Where the maker has its seat is not where it was made.`,
  net_content: `What the package holds, with its unit, as the data write it.`,
  ingredients: `The ingredients as the data list them, in their order and with their shares. Nothing is added or left out.`,
  allergens: `The allergens that the data name, and no others.`,
  care_instructions: `How the product is washed, cleaned or kept, in short sentences, as the data say.`,
  warranty: `How long and by whom the product is guaranteed, in one sentence, as the data say.`,
}

/** The prompt that ships for a meaning; undefined where its values are looked up and not written. */
export function shippedPrompt(type: SemanticType): string | undefined {
  return (prompts as Partial<Record<SemanticType, string>>)[type]
}
