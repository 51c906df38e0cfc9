/**
 * Conditions on the attributes of records: an immutable tree, its text form, its evaluation on the
 * bytes of a record, and its conversion to index ranges.
 */
@NullMarked
package org.flashgrove.access.filter;

import org.jspecify.annotations.NullMarked;
