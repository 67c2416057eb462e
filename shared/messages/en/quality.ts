export const quality = {
  'quality.title_missing': 'There is no title.',
  'quality.title_too_long': 'Google shows 150 characters of a title and refuses longer ones.',
  'quality.title_too_short': 'A title of fewer than 8 characters says little.',
  'quality.title_in_capitals': '{title} is written in capitals only.',
  'quality.title_is_placeholder': '“{title}” holds the place of a title.',
  'quality.title_has_markup': 'Shops show tags, and codes such as &trade;, as they stand.',
  'quality.title_repeated': 'Another product of {brand} is called {title} too.',
  'quality.gtin_missing': 'Products of a brand have a GTIN, and shops ask for it.',
  'quality.gtin_invalid': '{gtin} has no right check digit, or too few digits.',
  'quality.gtin_repeated': 'Another product has the GTIN {gtin} too.',
  'quality.price_missing': 'There is no price.',
  'quality.price_not_positive': 'The price is {price}.',
  'quality.price_is_outlier': '{price} is far from what other products cost.',
  'quality.currency_unknown': 'Nobody can tell what {price} is in.',
  'quality.asset_damaged': 'No picture can be made of this file. Replace it.',
  'quality.asset_missing_file':
    'The library has no file at this place any more. Put it back, or choose another one.',
  'quality.asset_link_dead': 'Nothing answers at this address.',
  'quality.rights_expired': 'The rights ended on {valid_to}. Channels leave the picture out.',
  'quality.asset_too_small': 'The picture is smaller than it is to be shown.',
  'quality.asset_no_alt_text':
    'People who cannot see the picture, and search engines, are told nothing of it.',
  'quality.rights_expiring': 'The rights end on {valid_to}. Extend them, or replace the picture.',
  'quality.asset_turned':
    'The file lies on its side or upside down, and only programs that read its EXIF turn it.',
  'quality.asset_not_srgb': 'Browsers show colours right in sRGB alone.',
  'quality.asset_transparent': 'A channel asks for a white background, and this picture shows through.',
  'quality.asset_too_large': 'The file has more bytes than a channel takes.',
  'quality.asset_wrong_aspect':
    'The picture has another ratio of width to height, so that parts of it would be cut off.',
  'quality.asset_alt_text_is_name': '“{alt_text}” is the name of the file and says nothing of the picture.',
  'quality.asset_nearly_same': 'Another product shows nearly the same picture.',
  'quality.asset_unused': 'Nothing has used the picture for 30 days.',
  'quality.product_no_picture': 'The product has no picture.',
  'quality.asset_twice': 'The product shows the same file twice.',
  'quality.product_one_picture': 'The product has a single picture where several can be shown.',
  'quality.constraint_broken': 'The value does not keep to the constraints of {name}.',
  'quality.channel_field_invalid': '{name} requires a value here, or takes none like it.',
  'quality.length_bounds_missing': 'Say how long a text may be: give min, max or both.',
  'quality.rule_key_taken': 'There is a rule with the key {key} already. Choose another key or leave it out.',
  'quality.too_many_rules':
    'A workspace has {count} rules of its own at most. Delete one, or check more attributes by one.',
  'quality.nothing_to_accept': 'The rule finds nothing there. It may have been mended already.',
  'quality.nothing_accepted': 'Nobody has accepted a finding of this rule there.',
  'quality.rule_on_findings': 'A rule cannot rest on what rules find. Name attributes instead.',
  'quality.pattern_not_valid': 'The pattern is no regular expression. Correct it.',
  'quality.aspect_not_valid': 'Expected width to height, such as 1:1 or 4:3.',
  'quality.attribute_of_wrong_type':
    'Values of {key} are of another kind than a check of {check} can look at. Name another attribute.',
  'duplicate.group_merged': 'The entities of this group were merged. Undo the merge first.',
  'duplicate.entity_in_trash':
    'An entity of the merge has gone to the trash meanwhile. Take the merge back, then merge what is left.',
  'duplicate.too_many_entities':
    'One search compares at most {count, number} entities. Narrow it by a filter.',
  'similar_values.too_many':
    'There are more than {count, number} different values, or very long ones. Add a filter that leaves fewer, such as one category.',
  'similar_values.too_many_to_embed':
    'There are {count, number} different values, and embeddings of at most {most, number} are compared. Add a filter that leaves fewer, such as one category, or choose another method.',
  'similar_values.no_embedding_model':
    'This method needs a model for embeddings, and no provider names one. Name one in the app under Providers (Model for embeddings), or with vitrine provider add --embedding-model; nomic-embed-text of Ollama costs nothing. Or choose another method, such as phonetic.',
  'similar_values.attribute_is_unique':
    'Its values must be unique, so no two entities can have the same one. Merge the entities instead: look for duplicates.',
} as const
