/** Tests of what documents show. */
package org.flashgrove.core.document;
