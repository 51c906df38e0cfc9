/** Lines and areas as arrays of coordinates, which are compared without creating objects. */
@NullMarked
package org.flashgrove.core.shape;

import org.jspecify.annotations.NullMarked;
