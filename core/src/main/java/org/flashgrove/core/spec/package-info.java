/** The small language of specs: {@code name:key=value,key=value}. */
package org.flashgrove.core.spec;
