/** The few operating errors a store can end in; programmers' errors use the JDK's exceptions. */
@NullMarked
package org.flashgrove.core.failure;

import org.jspecify.annotations.NullMarked;
