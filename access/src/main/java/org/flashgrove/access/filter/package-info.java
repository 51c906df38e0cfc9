/**
 * Conditions on the attributes of records. Begin with {@link org.flashgrove.access.filter.Filter},
 * an immutable tree of conditions with a text form. {@link org.flashgrove.access.filter.RowFilter}
 * evaluates it on the bytes of a record; the ranges of this package are its index keys.
 */
@NullMarked
package org.flashgrove.access.filter;

import org.jspecify.annotations.NullMarked;
