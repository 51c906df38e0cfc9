/** Statistics of a tree's structure, and visitors of its nodes. */
@NullMarked
package org.flashgrove.core.structure;

import org.jspecify.annotations.NullMarked;
