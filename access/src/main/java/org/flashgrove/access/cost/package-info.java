/** Plans of queries of a table and their estimated costs. */
@NullMarked
package org.flashgrove.access.cost;

import org.jspecify.annotations.NullMarked;
