/** The spatial index as applications see it. */
package org.flashgrove.core.index;
