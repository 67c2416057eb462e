/** What an agent is told of this server before it calls anything. */
export const instructions = `Vitrine is a product catalog. Products, images, vendors, categories and sources are entities of one shape: system fields and a sparse map of attributes whose keys the owner defines.

Start with describe_schema: it has the attribute keys, their data types, the values that selects accept, counts and examples.
- Find: list_entities takes a filter such as {"gtin": {"exists": false}}; walk pages with cursor. Never assume a key, look it up.
- Write: batch_entities changes up to 100 entities in one call, by id or by a merge key such as sku; upsert_entity is safe to repeat. References are written as ids.
- A refused call has isError and says in field_errors which argument is wrong and what it accepts. Only codes with is_retriable may be sent again unchanged.
- Everything you change is recorded with its old value: list_events with {"via": "mcp"} shows it.`
