/** Tests of all kinds of indices and buffers, which each module with kinds runs for its own. */
package org.flashgrove.core.kind;
