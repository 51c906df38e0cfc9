/** Memory budgets, which caches and write buffers of one store or of several stores share. */
@NullMarked
package org.flashgrove.core.memory;

import org.jspecify.annotations.NullMarked;
