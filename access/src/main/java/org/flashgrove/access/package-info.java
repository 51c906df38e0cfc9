/** Stores as applications open them: index, flash-aware buffer and device put together by specs. */
package org.flashgrove.access;
