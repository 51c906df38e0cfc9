/** The small language of specs: {@code name:key=value,key=value}. */
@NullMarked
package org.flashgrove.core.spec;

import org.jspecify.annotations.NullMarked;
