/**
 * Exceptions for operating errors of a store. Programming errors throw the exceptions of the JDK.
 */
@NullMarked
package org.flashgrove.core.failure;

import org.jspecify.annotations.NullMarked;
