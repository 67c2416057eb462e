export const channels = {
  'listing.is_draft': 'It is a draft or archived, and no product that is not to be seen is sent.',
  'listing.publish_draft': 'Give it another status to send it.',
  'listing.field_required': 'The field is required and has no value.',
  'listing.needs_one_of': 'The channel needs {what}.',
  'listing.map_field': 'Say under Channels which attribute fills {field}.',
  'listing.give_value': 'Give these products a value of {attribute}.',
  'listing.correct_value': 'Correct {attribute} in these products.',
  'listing.correct_formula': 'Correct its formula under Channels, or the attributes that it takes.',
  'listing.text_too_long': 'Longer than the {count} characters that the channel takes.',
  'listing.value_not_accepted': 'Not a value that the channel accepts.',
  'listing.not_an_integer': 'Not a whole number.',
  'listing.not_a_number': 'Not a number.',
  'listing.not_a_quantity': 'Not a number of pieces.',
  'listing.not_a_price': 'Not a price.',
  'listing.not_an_amount': 'Not an amount.',
  'listing.not_a_measure': 'Not a measure.',
  'listing.not_a_gtin': 'Not a GTIN: 8, 12, 13 or 14 digits of which the last one is the check digit.',
  'listing.not_a_gtin_without_type':
    'Not a GTIN: 8, 12, 13 or 14 digits of which the last one is the check digit. Other numbers need their type beside them.',
  'listing.internal_number':
    'A number for use within a company or for coupons, which no product in trade has.',
  'listing.write_number': 'Write the number that stands on the product, or empty it where there is none.',
  'listing.unit_missing': 'Nothing says the unit of this measure.',
  'listing.name_unit':
    'Name the unit of the attribute under Attributes, or write it behind the number, as in 12 kg.',
  'listing.price_not_positive': 'The channel takes prices above zero alone.',
  'listing.negative_number': 'The channel takes no number below zero and is told 0.',
  'listing.write_price': 'Write its price.',
  'listing.currency_missing': 'Nothing says the currency of this price.',
  'listing.name_currency':
    'Name it as the unit of the attribute, as the currency of the channel under Channels, or when exporting.',
  'listing.picture_not_public': 'The picture lies in the workspace, where the channel cannot fetch it.',
  'listing.name_public_address':
    'Name a public address for pictures under Channels, export with the pictures and put them there.',
  'listing.not_a_web_address': 'Not a complete web address (https://…), which is what the channel takes.',
  'listing.sale_price_too_high': 'The sale price is not below the price.',
  'listing.sale_price_above_regular': 'The sale price is not below the regular price.',
  'listing.lower_sale_price': 'Lower it, or empty it while there is no sale.',
  'listing.rights_expired':
    'Today is outside the days for which the rights of the picture hold (rights_expired).',
  'listing.rights_territory':
    'The rights of the picture do not cover every country of the channel (rights_territory).',
  'listing.rights_channel': 'The rights of the picture name other channels (rights_channel).',
  'listing.extend_rights': 'Change the rights of the picture under Pictures, or show another one.',
  'listing.identifier_repeated':
    'Another product has the same value, which tells products apart at the channel.',
  'listing.category_unknown': 'The channel has no category of this name or number.',
  'listing.choose_category': 'Choose one of its list under Channels, spelled as it is there.',
  'listing.category_not_mapped': 'Nothing says what the channel calls this category.',
  'listing.map_category': 'Say it under Channels, for the category or one above it.',
  'listing.too_many_values': 'The channel takes {count} of these; the others are left out.',
  'listing.too_many_pictures': 'The channel takes {count} pictures of a product; the others are left out.',
  'listing.too_many_variants': 'More than the {count} variants that the channel takes.',
  'listing.variant_option_missing':
    'The variants differ in this, but it is neither one of their options nor in another field.',
  'listing.not_in_windows_1252': 'Signs that windows-1252 does not have are left out.',
  'listing.write_other_signs': 'Write other signs, or let the channel take UTF-8.',
  'listing.map_nothing': 'Map nothing to it under Channels.',
  'channel.key_taken': 'There is a channel with the key {key} already. Choose another key, or leave it out.',
  'channel.ships_with_vitrine': '{name} ships with Vitrine and cannot be deleted. Disable it instead.',
  'channel.column_name_taken':
    'Column {number} is called {name} already. Give each column a header of its own.',
  'channel.needs_public_address':
    'This channel fetches pictures from the web. Say under Channels, in the app, below which public address you will put them; the file then names them there.',
  'channel.country_not_known': '{wrong} is no code of a country. Write two letters, such as DE, AT.',
  'channel.currency_not_valid': 'A currency is a code of three capital letters, such as EUR, USD or GBP.',
  'channel.category_list_not_utf8':
    'This is no text in UTF-8. Take the plain text that the channel offers, not a table for Excel.',
  'channel.category_list_not_valid':
    'Take the plain text that the channel offers: a category a line, as in Furniture > Chairs.',
  'channel.availability_or_stock': 'availability (or a number in stock)',
  'channel.gtin_or_mpn': 'gtin (or mpn with brand, or identifier_exists no)',
  'export.disk_full': 'The disk is full. Make room on it and export again.',
  'export.file_gone': 'The file of this export is no longer kept. Export again.',
  'export.no_products': 'Nothing was exported: no product is among what was asked for. Ask for others.',
  'export.product_refused': 'Nothing was exported: {name} would not take the one product.',
  'export.products_refused':
    'Nothing was exported: {name} would not take any of the {count, number} products.',
  'export.channel_gone': 'The channel {key} is not there any more. Make it again, or export for another.',
  'export.format_gone': '{name} takes no {format} file any more. Export for it again.',
  'export.too_large_for_workbook': '{what}. Export as CSV, or fewer rows or columns at a time.',
  'export.reason': '{field} ({count, number} ×): {issue} {remedy}',
} as const
