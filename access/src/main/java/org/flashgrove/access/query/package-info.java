/**
 * Queries and joins for applications. Begin with {@link org.flashgrove.access.query.TableQuery},
 * which finds records of a table by geometry, key and attributes. The classes whose names begin
 * with {@code Parallel} run many queries or a join on all cores.
 */
@NullMarked
package org.flashgrove.access.query;

import org.jspecify.annotations.NullMarked;
