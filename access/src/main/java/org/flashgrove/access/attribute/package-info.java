/**
 * Attributes of records: the schema of a table, the encoding of records, and views that read them
 * in place (docs/format/record.md).
 */
@NullMarked
package org.flashgrove.access.attribute;

import org.jspecify.annotations.NullMarked;
